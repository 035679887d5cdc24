// Overview.

import { Title } from '../../frame/title.tsx';

export function Overview() {
  return <Title title="Overview" />;
}
