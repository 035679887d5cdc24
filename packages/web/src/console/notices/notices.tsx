// Notices.

import { Title } from '../../frame/frame.tsx';

export function Notices() {
  return <Title title="Notices" />;
}
