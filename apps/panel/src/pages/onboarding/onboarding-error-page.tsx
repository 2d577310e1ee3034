import { Link, useSearch } from '@tanstack/react-router'
import { PATHS } from '../../shared/config/paths.ts'
import { getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { StandalonePage } from '../standalone/standalone-page.tsx'

interface ErrorReason {
  title: string
  description: string
  detail: string
}

const DEFAULT_REASON: ErrorReason = {
  title: 'Algo Deu Errado',
  description: 'Não conseguimos abrir o seu convite agora.',
  detail: 'Abra de novo o link do e-mail daqui a alguns minutos; se continuar assim, fale com quem convidou você.',
}

const REASONS: Readonly<Record<string, ErrorReason>> = {
  missing_token: {
    title: 'Link Inválido',
    description: 'O endereço que você abriu veio sem o código do convite.',
    detail: 'Abra o link inteiro, do jeito que está no e-mail que você recebeu.',
  },
  invalid_token: {
    title: 'Convite Expirado',
    description: 'Este convite perdeu a validade ou foi substituído por um mais novo.',
    detail: 'Peça um novo convite à pessoa da sua equipe que convidou você.',
  },
  used_token: {
    title: 'Já Utilizado',
    description: 'Uma conta já foi criada com este convite.',
    detail: 'Entre com o telefone e a senha que você escolheu no cadastro.',
  },
}

const isKnownReason = (reason: string | undefined): reason is string => reason !== undefined && Object.hasOwn(REASONS, reason)

export function OnboardingErrorPage() {
  const { reason } = useSearch({ from: PATHS.onboardingError })
  const { title, description, detail } = (isKnownReason(reason) ? REASONS[reason] : undefined) ?? DEFAULT_REASON
  const canTryAgain = reason === 'missing_token'
  return (
    <StandalonePage
      title={title}
      actions={
        <>
          {canTryAgain && (
            <Link to={PATHS.onboarding} className={getButtonClass('primary')}>
              Try Again
            </Link>
          )}
          <Link to={PATHS.login} className={getButtonClass(canTryAgain ? 'outline' : 'primary')}>
            Login
          </Link>
        </>
      }
    >
      <title>{`${title} · Prosa`}</title>
      <p>{description}</p>
      <p className="text-ink-3 text-ui">{detail}</p>
    </StandalonePage>
  )
}
