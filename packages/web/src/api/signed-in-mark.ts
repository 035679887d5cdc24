// A mark that somebody is signed in with this browser. The cookie of a session is out of reach of scripts: without a mark,
// public pages ask nothing; with it, theme.js reserves the room for a name before the first paint. It may be out of date, so
// nothing but the look of the header depends on it.

const MARK = 'signed-in';

export function isMarkedSignedIn(): boolean {
  return localStorage.getItem(MARK) !== null;
}

export function markSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(MARK, '');
  else localStorage.removeItem(MARK);
}
