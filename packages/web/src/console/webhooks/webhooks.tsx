// Webhooks.

import { Title } from '../../frame/title.tsx';

export function Webhooks() {
  return <Title title="Webhooks" />;
}
