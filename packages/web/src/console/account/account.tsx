// Account.

import { Title } from '../../frame/frame.tsx';

export function Account() {
  return <Title title="Account" />;
}
