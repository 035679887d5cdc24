// Audit.

import { Title } from '../../frame/title.tsx';

export function Audit() {
  return <Title title="Audit" />;
}
