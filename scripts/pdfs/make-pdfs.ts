import { writeFileSync } from 'node:fs'
import { getPdfPath, hashLegalDocument, LEGAL_DOCUMENTS, readLegalText } from './legal-text.ts'
import { renderPdf } from './render-pdf.ts'

/** `npm run pdfs`: generates the PDFs of the legal documents from docs/legal. */
for (const name of LEGAL_DOCUMENTS) {
  const pdf = await renderPdf(readLegalText(name), hashLegalDocument(name))
  writeFileSync(getPdfPath(name), pdf)
  console.log(`${name}.pdf  ${Math.round(pdf.length / 1024)} kB`)
}
