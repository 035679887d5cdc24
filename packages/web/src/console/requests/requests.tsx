// Requests.

import { Title } from '../../frame/frame.tsx';

export function Requests() {
  return <Title title="Requests" />;
}
