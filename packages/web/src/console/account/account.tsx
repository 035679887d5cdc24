// Account.

import { Title } from '../../frame/title.tsx';

export function Account() {
  return <Title title="Account" />;
}
