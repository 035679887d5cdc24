// Agents.

import { Title } from '../../frame/frame.tsx';

export function Agents() {
  return <Title title="Agents" />;
}
