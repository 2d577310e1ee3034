import { Link } from '@tanstack/react-router'
import { CalendarCard } from '../features/calendar/calendar-card.tsx'
import { UserSettings } from '../features/settings/user-settings.tsx'
import { PATHS } from '../shared/config/paths.ts'
import { useSession } from '../shared/session/session.ts'
import { getOrganisationPages } from './organisation/organisation-pages.ts'

/** Page of the user's own settings. For managers it has a link to the organisation's settings. */
export function UserSettingsPage() {
  const isManager = useSession(({ user }) => getOrganisationPages(user).length > 0)
  return (
    <UserSettings>
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
    </UserSettings>
  )
}
