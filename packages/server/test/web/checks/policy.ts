// The policy of each page: only scripts and styles of this host, nothing inline, and no frame around it.

export function policyFindings(headers: Readonly<Record<string, string>>): string[] {
  const policy = headers['content-security-policy'] ?? '';
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
  const findings = ['default-src', 'frame-ancestors', 'base-uri'].flatMap((name) =>
    directives.get(name) === "'none'" ? [] : [`the policy has ${name} ${directives.get(name)}`],
  );
  for (const name of ['script-src', 'style-src']) {
    if (directives.get(name) !== "'self'") findings.push(`the policy has ${name} ${directives.get(name)}`);
  }
  if (headers['x-content-type-options'] !== 'nosniff') findings.push('the media type may be guessed');
  return findings;
}
