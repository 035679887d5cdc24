// Webhooks.

import { Title } from '../../frame/frame.tsx';

export function Webhooks() {
  return <Title title="Webhooks" />;
}
