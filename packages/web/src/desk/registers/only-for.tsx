// In place of a page that somebody's roles do not include.

import { Title } from '../../frame/title.tsx';

export function OnlyFor({ title, notAllowed }: { title: string; notAllowed: string }) {
  return (
    <>
      <Title title={title} />
      <p className="plain">{`To see this page, ${notAllowed}. An operator can change roles, with a second person.`}</p>
    </>
  );
}
