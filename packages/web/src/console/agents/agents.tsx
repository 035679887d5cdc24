// Agents.

import { Title } from '../../frame/title.tsx';

export function Agents() {
  return <Title title="Agents" />;
}
