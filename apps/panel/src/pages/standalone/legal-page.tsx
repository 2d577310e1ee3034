import { useEffect } from 'react'
import { getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { StandalonePage } from './standalone-page.tsx'

/** Page that redirects to a PDF file. It has a link in case the redirect does not work. */
function LegalPage({ title, file }: { title: string; file: string }) {
  useEffect(() => window.location.replace(file), [file])
  return (
    <StandalonePage
      title={title}
      actions={
        <a href={file} className={getButtonClass('primary')}>
          Abrir o PDF
        </a>
      }
    >
      <title>{`${title} · Prosa`}</title>
      <p>O documento abre em instantes.</p>
    </StandalonePage>
  )
}

export const PrivacyPage = () => <LegalPage title="Política de Privacidade" file="/politica-de-privacidade.pdf" />
export const TermsPage = () => <LegalPage title="Termos de Serviço" file="/termos-de-servico.pdf" />
