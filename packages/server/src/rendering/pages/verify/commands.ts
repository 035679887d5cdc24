// How to check without believing this page.

import { type Html, html } from '../html.ts';

export function ownCheck(baseUrl: string, id: string): Html {
  return html`<section class="screen-only">
<h2>Check it without trusting us</h2>
<p>This page is ours: it shows what our server found, and a server can be wrong or taken over. To believe nothing on it,
check on your own machine, with a verifier key that you got from us once, over a way that you trust, and kept. A key from
this site proves nothing about this site.</p>
<h3>The whole computation</h3>
<p>With an API key that has <code>computation</code>. <code>rf replay</code> computes the score again from the package;
<code>rf verify</code> also checks signature and log against your own copy of our key.</p>
${shell(`curl -sH "x-api-key: $RF_KEY" ${baseUrl}/api/v1/computation/${id} -o ${id}.json
rf replay ${id}.json
rf verify ${id}.json --key "$PINNED_KEY"`)}
<h3>The signature alone</h3>
<p>Without an API key and without our tools:</p>
<details><summary>Commands for Python and OpenSSL</summary>
${shell(`curl -s ${baseUrl}/api/public/verify/${id} -o proof.json
python3 -c '
import base64, json, sys
proof = json.load(open("proof.json", "rb"))
statement = json.dumps(proof["statement"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
public = base64.b64decode(sys.argv[1].split("+", 2)[2])[1:]
open("statement.bin", "wb").write(statement.encode())
open("signature.bin", "wb").write(base64.b64decode(proof["signature"]["value"]))
open("public.der", "wb").write(bytes.fromhex("302a300506032b6570032100") + public)
' "$PINNED_KEY"
openssl pkeyutl -verify -pubin -inkey public.der -keyform DER -rawin -in statement.bin -sigfile signature.bin`)}
</details>
<p class="muted">Nobody, we included, can prove in this way that the evidence is true. What the service knew, from which
document, stands in the package.</p>
</section>`;
}

function shell(commands: string): Html {
  return html`<pre tabindex="0" aria-label="Commands"><code>${commands}</code></pre>`;
}
