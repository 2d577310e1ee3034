import { Link } from '@tanstack/react-router'
import { PATHS } from '../../shared/config/paths.ts'
import { Button, getButtonClass } from '../../shared/ui/buttons/button.tsx'

interface InvitationErrorCardProps {
  reason: string
  onRetry: () => void
}

/** Shows that an invitation could not be loaded. A retry button is shown if the error is temporary. */
export function InvitationErrorCard({ reason, onRetry }: InvitationErrorCardProps) {
  return (
    <>
      <h1 className="font-semibold text-title">Convite Inválido</h1>
      <p role="alert" className="mt-2 mb-5 text-ink-2 text-message">
        {reason}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to={PATHS.login} className={getButtonClass('primary')}>
          Ir para Login
        </Link>
        <Button onClick={onRetry}>Tentar novamente</Button>
      </div>
    </>
  )
}
