// Requests.

import { Title } from '../../frame/title.tsx';

export function Requests() {
  return <Title title="Requests" />;
}
