// What does not apply to a row: neither missing nor zero.

export function NotApplicable() {
  return <span className="muted na">·</span>;
}
