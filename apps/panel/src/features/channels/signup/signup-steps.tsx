import type { SignupStepName, WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import X from 'lucide-react/icons/x'
import { cx } from '../../../shared/ui/cx.ts'

type Step = WhatsappSignup['steps'][number]

const STEP_LABELS: Readonly<Record<Exclude<SignupStepName, 'message'>, string>> = {
  meta: 'Conta escolhida na Meta',
  access: 'Acesso recebido da Meta',
  number: 'Número guardado na Prosa',
  webhook: 'A Meta avisa a Prosa do que chega',
  registration: 'Número registrado para enviar',
}
const STATE_LABELS = { done: 'feito', waiting: 'falta', failed: 'parou' } as const

const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** Returns the text of a step. In the last step the user has to send a message to the number. */
function getStepText({ name, at }: Step, number: string | null): string {
  if (name !== 'message') return STEP_LABELS[name]
  return at ? `Chegou às ${timeFormat.format(new Date(at))}.` : `Mande um “oi” de outro celular para ${number ?? 'o número'}.`
}

function StepIcon({ state }: Pick<Step, 'state'>) {
  const [Icon, tone] = { done: [Check, 'text-primary'], waiting: [Circle, 'text-ink-3'], failed: [X, 'text-roma'] }[state] as [
    typeof Check,
    string,
  ]
  return <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', tone)} />
}

/** Returns the text that screen readers announce: the failed step, or the last completed one. */
const getAnnouncement = ({ steps, display_number }: WhatsappSignup): string => {
  const step = steps.find(({ state }) => state === 'failed') ?? steps.findLast(({ state }) => state === 'done')
  return step ? (step.reason ?? getStepText(step, display_number)) : ''
}

/** List of the steps of a sign-up with their states. A failed step shows its reason. */
export function SignupSteps({ signup }: { signup: WhatsappSignup }) {
  return (
    <>
      <ol aria-label="Passos da ligação" className="flex flex-col gap-2">
        {signup.steps.map((step) => (
          <li key={step.name} className="flex gap-2.5 text-ui">
            <StepIcon state={step.state} />
            <span className="wrap-anywhere min-w-0">
              <span className={step.state === 'waiting' ? 'text-ink-3' : 'text-ink'}>
                {getStepText(step, signup.display_number)}
              </span>
              <span className="sr-only"> ({STATE_LABELS[step.state]})</span>
              {step.reason && <span className="block text-roma">{step.reason}</span>}
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {getAnnouncement(signup)}
      </p>
    </>
  )
}
