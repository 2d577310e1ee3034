import { writeFileSync } from 'node:fs'
import { pdfOf } from './pdfs/lay-out.ts'
import { fingerprint, LEGAL_DOCUMENTS, legalText, pdfPath } from './pdfs/legal-text.ts'

/** `npm run pdfs`: generates the PDFs of the legal documents from docs/legal. */
for (const name of LEGAL_DOCUMENTS) {
  const pdf = await pdfOf(legalText(name), fingerprint(name))
  writeFileSync(pdfPath(name), pdf)
  console.log(`${name}.pdf  ${Math.round(pdf.length / 1024)} kB`)
}
