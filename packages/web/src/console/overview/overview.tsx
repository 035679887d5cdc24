// Overview.

import { Title } from '../../frame/frame.tsx';

export function Overview() {
  return <Title title="Overview" />;
}
