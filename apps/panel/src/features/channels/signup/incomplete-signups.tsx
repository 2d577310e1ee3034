import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { Button } from '../../../shared/ui/buttons/button.tsx'

/**
 * Describes the step at which an incomplete sign-up stopped. Uses its own short text, because the texts of all steps are loaded only with
 * the dialog.
 */
const formatSignupProgress = ({ steps }: WhatsappSignup): string => {
  const done = steps.filter(({ state }) => state === 'done').length
  const reason = steps.find(({ state }) => state === 'failed')?.reason
  return `${done} de ${steps.length} passos.${reason ? ` ${reason}` : ''}`
}

interface IncompleteSignupsProps {
  signups: readonly WhatsappSignup[]
  onContinue: (id: string) => void
}

/** List of sign-ups that were not completed: the window was closed, the code expired, or the server stopped. */
export function IncompleteSignups({ signups, onContinue }: IncompleteSignupsProps) {
  if (signups.length === 0) return null
  return (
    <ul aria-label="Ligações pela metade" className="mb-4 flex flex-col gap-2">
      {signups.map((signup) => (
        <li
          key={signup.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line py-2 pr-2 pl-3"
        >
          <span className="wrap-anywhere min-w-0 flex-1 basis-56 text-ui">
            Ligação pela metade{signup.display_number ? `: ${signup.display_number}` : ''}
            <span className="block text-ink-3 text-meta tabular">{formatSignupProgress(signup)}</span>
          </span>
          <Button onClick={() => onContinue(signup.id)}>
            Continuar
            {signup.display_number && <span className="sr-only"> {signup.display_number}</span>}
          </Button>
        </li>
      ))}
    </ul>
  )
}
