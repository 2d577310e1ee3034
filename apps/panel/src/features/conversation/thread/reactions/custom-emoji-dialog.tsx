import { isEmoji } from '@prosa/contract/rules/conversations/reactions'
import { useState } from 'react'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../../shared/ui/dialogs/dialog.tsx'

/** Dialog for reacting with any emoji, which the user types with the system's emoji keyboard. */
export function CustomEmojiDialog({ onChoose, onClose }: { onChoose: (emoji: string) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const emoji = text.trim()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Reagir com outro emoji">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmoji(emoji)) return
          onChoose(emoji)
          onClose()
        }}
      >
        <input
          aria-label="Emoji"
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          className="min-h-(--control-height) w-full rounded-control border border-control bg-surface px-3 text-ui"
        />
        <Button variant="primary" type="submit" disabled={!isEmoji(emoji)}>
          Reagir
        </Button>
      </form>
    </Dialog>
  )
}
