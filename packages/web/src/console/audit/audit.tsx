// Audit.

import { Title } from '../../frame/frame.tsx';

export function Audit() {
  return <Title title="Audit" />;
}
