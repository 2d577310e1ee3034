import { getErrorReason } from '../../api/error-reason.ts'
import { Button } from '../buttons/button.tsx'

interface LoadErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Message if the server gives no reason. */
  message: string
}

/** Error message with a retry button, in place of content that failed to load. */
export function LoadError({ query: { error, isFetching, refetch }, message }: LoadErrorProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-roma text-ui">
      <span role="alert">{getErrorReason(error, message)}</span>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    </div>
  )
}
