// Members.

import { Title } from '../../frame/frame.tsx';

export function Members() {
  return <Title title="Members" />;
}
