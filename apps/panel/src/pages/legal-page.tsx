import { useEffect } from 'react'
import { buttonClass } from '../shared/ui/button.tsx'
import { OutsidePage } from './outside-page.tsx'

/** Redirects to a PDF document, with a link if the redirect does not work. */
function LegalPage({ title, file }: { title: string; file: string }) {
  useEffect(() => window.location.replace(file), [file])
  return (
    <OutsidePage
      title={title}
      actions={
        <a href={file} className={buttonClass('primary')}>
          Abrir o PDF
        </a>
      }
    >
      <title>{`${title} · Prosa`}</title>
      <p>O documento abre em instantes.</p>
    </OutsidePage>
  )
}

export const PrivacyPage = () => <LegalPage title="Política de Privacidade" file="/politica-de-privacidade.pdf" />
export const TermsPage = () => <LegalPage title="Termos de Serviço" file="/termos-de-servico.pdf" />
