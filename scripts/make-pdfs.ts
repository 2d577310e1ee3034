import { writeFileSync } from 'node:fs'
import { pdfOf } from './pdfs/lay-out.ts'
import { fingerprint, LEGAL_DOCUMENTS, legalText, pdfPath } from './pdfs/legal-text.ts'

/** Makes the legal documents anew from docs/legal: `npm run pdfs`. */
for (const name of LEGAL_DOCUMENTS) {
  const pdf = await pdfOf(legalText(name), fingerprint(name))
  writeFileSync(pdfPath(name), pdf)
  console.log(`${name}.pdf  ${Math.round(pdf.length / 1024)} kB`)
}
