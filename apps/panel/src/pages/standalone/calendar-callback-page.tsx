import { useCalendarCallback } from '../../features/calendar/use-calendar-callback.ts'
import { StandalonePage } from './standalone-page.tsx'

/** Page shown briefly in the popup; it stays only if the browser does not let it close itself. */
export function CalendarCallbackPage() {
  const problem = useCalendarCallback()
  return (
    <StandalonePage title={problem ?? 'Google Calendar'}>
      <title>Google Calendar · Prosa</title>
      <p>{problem ? 'Feche esta janela e tente de novo nas configurações.' : 'Pronto. Você já pode fechar esta janela.'}</p>
    </StandalonePage>
  )
}
