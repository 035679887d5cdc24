// Words that common passwords are made of: a password that is one of them, with or without digits and signs, is refused.

const WORDS =
  'password passwordpassword passwort passw0rd mypassword mypasswordis thisismypassword password1234 password12345 ' +
  'password123456 passw0rd1234 changeme changemenow changemeplease letmein letmeinplease welcome welcomeback ' +
  'welcome123456 administrator administration adminadmin adminadminadmin rootroot iloveyou iloveyouforever ' +
  'iloveyousomuch trustno sunshine princess football baseball basketball superman batman spiderman starwars ' +
  'master dragon monkey shadow michael jennifer jordan hunter liverpool manchester chelsea arsenal barcelona ' +
  'qwerty qwertyuiop qwertyqwerty asdfghjkl zxcvbnm abcabcabc abcdefabcdef correcthorsebatterystaple ' +
  'secret secretsecret topsecret supersecret mysecret default defaultpassword temporary temporarypassword ' +
  'testtest testtesttest testing testpassword guest guestguest login loginlogin user username userpassword ' +
  'computer internet whatever nothing freedom summer winter spring autumn january february december ' +
  'bitcoin satoshi bitcoinbitcoin hodlhodlhodl satoshinakamoto riskindicators rfriskindicators ' +
  '1q2w3e4r5t6y 1qaz2wsx3edc q1w2e3r4t5y6 zaq12wsxcde3 1234qwerasdf qwer1234asdf a1b2c3d4e5f6 aa123456aa123456';

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(' '));
