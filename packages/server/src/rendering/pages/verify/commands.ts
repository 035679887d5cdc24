// Instructions for verifying an indicator without trusting this page.

import { type Html, html } from '../html.ts';

export function independentCheck(baseUrl: string, id: string): Html {
  return html`<section class="screen-only">
<h2 id="without-us">Prove it without us</h2>
<p>This page comes from us, and so does the program in it that checks in your browser. Either can be wrong or compromised. To
verify independently, run the checks on your own machine, with a verifier key that you once obtained from us through a channel
you trust. A key downloaded from this site proves nothing about this site.</p>
<h3>The whole computation</h3>
<p>Requires an API key with the <code>computation</code> entitlement. <code>rf replay</code> recomputes the score from the
package; <code>rf verify</code> also checks the signature and the log against your own copy of our key.</p>
${shell(`curl -sH "x-api-key: $RF_KEY" ${baseUrl}/api/v1/computation/${id} -o ${id}.json
rf replay ${id}.json
rf verify ${id}.json --key "$PINNED_KEY"`)}
<h3>Only the signature</h3>
<p>Requires neither an API key nor our tools:</p>
<details><summary>Commands (Python and OpenSSL)</summary>
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
<p class="muted">These checks cannot prove that the evidence is true. The package records what the score is based on, and
which documents it comes from.</p>
</section>`;
}

function shell(commands: string): Html {
  return html`<pre tabindex="0" aria-label="Commands"><code>${commands}</code></pre>`;
}
