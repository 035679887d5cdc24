// Marks the heading that is being read in the list of headings.

export function markCurrentPart(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.guide-parts a')];
  const headings = links.flatMap((link) => document.getElementById(link.hash.slice(1)) ?? []);
  if (headings.length === 0) return;
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 4);
    const current = `#${(passed.at(-1) ?? headings[0])!.id}`;
    for (const link of links) {
      if (link.hash === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px' }).observe(headings[0]!);
  addEventListener('scroll', mark, { passive: true });
  mark();
}
