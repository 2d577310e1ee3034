import { Link } from '@tanstack/react-router'
import { PATHS } from '../../shared/config/paths.ts'
import { formatDay } from '../../shared/formatting/civil-day.ts'
import { useSession } from '../../shared/session/session.ts'

/**
 * Banner with the date from which this user needs a second factor. Shown until a second factor is set up (TRUST-12); hidden in windows of
 * very small height.
 */
export function SecondStepBanner() {
  const requiredFrom = useSession(({ user }) => user?.second_step_from)
  if (!requiredFrom) return null
  return (
    <aside
      aria-label="Aviso"
      className="text-balance bg-urucum-ground px-edge py-1.5 text-center text-ui text-urucum [@media(max-height:24rem)]:hidden"
    >
      A sua organização pede um segundo passo a partir de <time dateTime={requiredFrom}>{formatDay(requiredFrom)}</time>.{' '}
      <Link
        to={PATHS.userSettings}
        className="coarse:py-3 whitespace-nowrap rounded-control font-semibold underline underline-offset-4"
      >
        Ligar agora
      </Link>
    </aside>
  )
}
