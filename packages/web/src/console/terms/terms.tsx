// Terms.

import { Title } from '../../frame/frame.tsx';

export function Terms() {
  return <Title title="Terms" />;
}
