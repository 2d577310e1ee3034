import { Link } from '@tanstack/react-router'
import { CalendarCard } from '../features/calendar/calendar-card.tsx'
import { Settings } from '../features/settings/settings.tsx'
import { PATHS } from '../shared/config/paths.ts'
import { useSession } from '../shared/session/session.ts'
import { organisationPagesOf } from './organisation/organisation-pages.ts'

/** The user's own settings, with a link to the organisation's settings for managers. */
export function SettingsRoute() {
  const isManager = useSession(({ user }) => organisationPagesOf(user).length > 0)
  return (
    <Settings>
      {isManager && (
        <p className="-mt-3 mb-2 text-ink-3 text-ui">
          Números de WhatsApp e guarda de dados ficam em{' '}
          <Link to={PATHS.organisation} params={{}} className="font-semibold text-primary hover:underline">
            Organização
          </Link>
          .
        </p>
      )}
      <CalendarCard />
    </Settings>
  )
}
