// Before the first paint: tells the style sheets that scripts run and whether somebody is signed in with this browser, and
// sets the theme that the reader chose. Without a choice the system decides.
document.documentElement.dataset.script = '';
const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
if (localStorage.getItem('signed-in') !== null) document.documentElement.dataset.signedIn = '';
