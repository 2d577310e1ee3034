import { Link } from '@tanstack/react-router'
import { PATHS } from '../../shared/config/paths.ts'
import { dayText } from '../../shared/lib/civil-day.ts'
import { useSession } from '../../shared/session/session.ts'

/** From when a second step is wanted of this person, while there is none (TRUST-12); in a window of a few lines the page comes first. */
export function SecondStepBanner() {
  const from = useSession(({ user }) => user?.second_step_from)
  if (!from) return null
  return (
    <aside
      aria-label="Aviso"
      className="text-balance bg-urucum-ground px-edge py-1.5 text-center text-ui text-urucum [@media(max-height:24rem)]:hidden"
    >
      A sua organização pede um segundo passo a partir de <time dateTime={from}>{dayText(from)}</time>.{' '}
      <Link
        to={PATHS.userSettings}
        className="coarse:py-3 whitespace-nowrap rounded-control font-semibold underline underline-offset-4"
      >
        Ligar agora
      </Link>
    </aside>
  )
}
