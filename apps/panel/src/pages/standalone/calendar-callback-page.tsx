import { useCalendarCallback } from '../../features/calendar/use-calendar-callback.ts'
import { StandalonePage } from './standalone-page.tsx'

/** Page that Google redirects to in the popup. It closes itself; if the browser prevents that, it stays open with a message. */
export function CalendarCallbackPage() {
  const problem = useCalendarCallback()
  return (
    <StandalonePage title={problem ?? 'Google Calendar'}>
      <title>Google Calendar · Prosa</title>
      <p>{problem ? 'Feche esta janela e tente de novo nas configurações.' : 'Pronto. Você já pode fechar esta janela.'}</p>
    </StandalonePage>
  )
}
