// Notices.

import { Title } from '../../frame/title.tsx';

export function Notices() {
  return <Title title="Notices" />;
}
