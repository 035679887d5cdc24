// Members.

import { Title } from '../../frame/title.tsx';

export function Members() {
  return <Title title="Members" />;
}
