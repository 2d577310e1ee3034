import { CSPProvider } from '@base-ui/react/csp-provider'
import Camera from 'lucide-react/icons/camera'
import FileText from 'lucide-react/icons/file-text'
import Images from 'lucide-react/icons/images'
import ListIcon from 'lucide-react/icons/list'
import MapPin from 'lucide-react/icons/map-pin'
import Paperclip from 'lucide-react/icons/paperclip'
import SquareMousePointer from 'lucide-react/icons/square-mouse-pointer'
import UserRound from 'lucide-react/icons/user-round'
import { Suspense, useRef, useState } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { Dialog } from '../../../../shared/ui/dialogs/dialog.tsx'
import { Menu, MenuItem } from '../../../../shared/ui/menus/menu.tsx'
import type { StructuredContentKind } from '../cards/structured-content-dialog.tsx'
import { AttachmentDraftRow } from './attachment-draft-row.tsx'
import { type MessageSender, sendFiles, sendStructuredContent } from './send-files.ts'
import { useAttachmentDrafts } from './use-attachment-drafts.ts'
import { usePastedAndDroppedFiles } from './use-pasted-and-dropped-files.ts'

const [StructuredContentDialog] = lazyComponent(() => import('../cards/structured-content-dialog.tsx'))

const IMAGE_AND_VIDEO_TYPES = 'image/*,video/*'
const DOCUMENT_TYPES = '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv,audio/*'
const FILE_INPUT_ACCEPT = `${IMAGE_AND_VIDEO_TYPES},${DOCUMENT_TYPES}`

interface AttachmentMenuProps {
  sender: MessageSender
  isDisabled: boolean
  /** Called after a message bubble was added to the conversation. */
  onQueued: () => void
}

/** Whether the device is a phone or a tablet. On other devices `capture` opens a folder instead of the camera. */
const isTouchDevice = () => matchMedia('(pointer: coarse)').matches

const formatWaitingLabel = (count: number): string =>
  count === 1 ? 'Anexar: 1 arquivo ainda não foi enviado' : `Anexar: ${count} arquivos ainda não foram enviados`

const formatSendLabel = (count: number): string => (count === 1 ? 'Enviar 1 arquivo' : `Enviar ${count} arquivos`)

/**
 * Menu and tray for attachments: a location, a contact, a question with options, or files from a file chooser, the clipboard or a drop.
 * Files are previewed in the tray and sent in its order.
 */
export function AttachmentMenu({ sender, isDisabled, onQueued }: AttachmentMenuProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const attachments = useAttachmentDrafts()
  const [dialogKind, setDialogKind] = useState<StructuredContentKind | null>(null)
  /** Whether the tray is hidden. The browser's 'Back' hides the tray but keeps its files and captions; the attach button shows it again. */
  const [isHidden, setHidden] = useState(false)
  const addFiles = (files: readonly File[]) => {
    setHidden(false)
    attachments.addFiles(files)
  }
  const isDragOver = usePastedAndDroppedFiles(fileInput, isDisabled, addFiles)
  const ready = attachments.items.filter(({ preparedFile }) => preparedFile && !('refused' in preparedFile))
  const isPreparing = attachments.items.some(({ preparedFile }) => !preparedFile)

  const openFilePicker = (accepted: string, camera = false) => {
    const { current: input } = fileInput
    if (!input) return
    input.accept = accepted
    input.toggleAttribute('capture', camera)
    input.click()
  }
  const send = () => {
    const files = ready.flatMap(({ preparedFile, caption }) => {
      if (!preparedFile || 'refused' in preparedFile) return []
      return [{ ...preparedFile, caption: preparedFile.mediaType === 'audio' ? '' : caption.trim() }]
    })
    attachments.clear()
    onQueued()
    void sendFiles(sender, files)
  }

  return (
    <CSPProvider disableStyleElements>
      {isHidden && attachments.items.length > 0 ? (
        <IconButton
          label={formatWaitingLabel(attachments.items.length)}
          onClick={() => setHidden(false)}
          className="relative !size-full"
        >
          <Paperclip aria-hidden="true" />
          <span className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-primary px-1 text-meta text-on-primary tabular">
            {attachments.items.length}
          </span>
        </IconButton>
      ) : (
        <Menu
          side="top"
          trigger={
            <IconButton label="Anexar" disabled={isDisabled} className="!size-full">
              <Paperclip aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem onClick={() => openFilePicker(IMAGE_AND_VIDEO_TYPES)}>
            <Images aria-hidden="true" />
            Foto ou vídeo
          </MenuItem>
          {isTouchDevice() && (
            <MenuItem onClick={() => openFilePicker('image/*', true)}>
              <Camera aria-hidden="true" />
              Câmera
            </MenuItem>
          )}
          <MenuItem onClick={() => openFilePicker(DOCUMENT_TYPES)}>
            <FileText aria-hidden="true" />
            Documento
          </MenuItem>
          <MenuItem onClick={() => setDialogKind('location')}>
            <MapPin aria-hidden="true" />
            Localização
          </MenuItem>
          <MenuItem onClick={() => setDialogKind('contact')}>
            <UserRound aria-hidden="true" />
            Contato
          </MenuItem>
          <MenuItem onClick={() => setDialogKind('buttons')}>
            <SquareMousePointer aria-hidden="true" />
            Botões
          </MenuItem>
          <MenuItem onClick={() => setDialogKind('list')}>
            <ListIcon aria-hidden="true" />
            Lista
          </MenuItem>
        </Menu>
      )}
      {dialogKind && (
        <Suspense>
          <StructuredContentDialog
            kind={dialogKind}
            onClose={() => setDialogKind(null)}
            onSend={(content) => {
              setDialogKind(null)
              onQueued()
              sendStructuredContent(sender, content)
            }}
          />
        </Suspense>
      )}
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple
        accept={FILE_INPUT_ACCEPT}
        aria-label="Arquivos"
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {isDragOver && (
        <p className="pointer-events-none fixed inset-4 z-20 flex items-center justify-center rounded-card border-2 border-primary border-dashed bg-surface/90 font-semibold text-title">
          Solte para anexar
        </p>
      )}
      <Dialog
        open={attachments.items.length > 0 && !isHidden}
        onOpenChange={(isOpen) => {
          if (!isOpen) attachments.clear()
        }}
        onBack={() => setHidden(true)}
        title="Enviar arquivos"
        tall
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            // Stops the submit event, because the surrounding composer would send its text.
            event.stopPropagation()
            if (ready.length > 0 && !isPreparing) send()
          }}
        >
          <ul className="max-h-[50vh] divide-y divide-line overflow-y-auto">
            {attachments.items.map((item) => (
              <AttachmentDraftRow
                key={item.id}
                draft={item}
                onCaptionChange={(caption) => attachments.setCaption(item.id, caption)}
                onRemove={() => attachments.remove(item.id)}
              />
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={() => openFilePicker(FILE_INPUT_ACCEPT)}>Adicionar</Button>
            <Button variant="primary" type="submit" disabled={ready.length === 0 || isPreparing}>
              {formatSendLabel(ready.length)}
            </Button>
          </div>
        </form>
      </Dialog>
    </CSPProvider>
  )
}
