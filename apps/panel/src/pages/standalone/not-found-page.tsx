import { Link } from '@tanstack/react-router'
import { PATHS } from '../../shared/config/paths.ts'
import { getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { StandalonePage } from './standalone-page.tsx'

export function NotFoundPage() {
  return (
    <StandalonePage
      title="Página não encontrada"
      actions={
        <Link to={PATHS.agents} className={getButtonClass('primary')}>
          Ir para os agentes
        </Link>
      }
    >
      <title>Página não encontrada · Prosa</title>
      <p>Este endereço não leva a nenhuma página. Confira o link ou volte ao início.</p>
    </StandalonePage>
  )
}
