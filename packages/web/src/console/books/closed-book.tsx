// A book whose rights a Contract Admin manages without seeing it.

import { Title } from '../../frame/title.tsx';
import { BookRights } from './rights.tsx';

export function ClosedBook({ id }: { id: string }) {
  return (
    <>
      <Title title="Book" note="You manage the rights in this book, and may not see it." />
      <BookRights book={id} />
    </>
  );
}
