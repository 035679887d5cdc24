// Terms.

import { Title } from '../../frame/title.tsx';

export function Terms() {
  return <Title title="Terms" />;
}
