import { CalendarCard } from '../../features/calendar/calendar-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'

/** The user's settings, with the cards that other features bring. */
export function SettingsRoute() {
  return (
    <SettingsPage>
      <CalendarCard />
    </SettingsPage>
  )
}
