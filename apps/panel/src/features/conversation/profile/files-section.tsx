import { listLeadFiles } from '@prosa/contract/calls/conversations/files'
import type { FileKind } from '@prosa/contract/entities/files/file'
import type { LeadFile } from '@prosa/contract/entities/files/lead-file'
import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import FileAudio from 'lucide-react/icons/file-audio'
import FileText from 'lucide-react/icons/file-text'
import FileVideo from 'lucide-react/icons/file-video'
import Image from 'lucide-react/icons/image'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { formatShortDate } from '../../../shared/formatting/format-date.ts'
import { lazyComponent } from '../../../shared/lazy-loading/lazy-component.tsx'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { ChevronDownGlyph } from '../../../shared/ui/inputs/glyphs.tsx'
import { SelectBox } from '../../../shared/ui/inputs/select.tsx'
import { stripBidiControls } from '../cache/strip-bidi-controls.ts'
import { toSafeUrl } from '../thread/content/safe-url.ts'
import { toGalleryImages } from '../thread/images/gallery-images.ts'
import { useThreadFilesVersion } from './use-thread-files-version.ts'

const [ImageGallery] = lazyComponent(() => import('../thread/images/image-gallery.tsx'))

const KIND_OPTIONS = [
  { value: '', label: 'Todos os tipos' },
  { value: 'image', label: 'Fotos' },
  { value: 'video', label: 'Vídeos' },
  { value: 'audio', label: 'Áudios' },
  { value: 'document', label: 'Documentos' },
] as const

const leadFilesQuery = (leadId: string, kind: FileKind | '') =>
  infiniteQueryOptions({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: ['conversations', 'files', leadId, kind],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...(kind === '' ? {} : { kind }), ...(pageParam ? { cursor: pageParam } : {}) }
      return (await call(listLeadFiles, { params: { id: leadId }, query, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })

const KIND_LABELS: Readonly<Record<FileKind, string>> = { image: 'Foto', video: 'Vídeo', audio: 'Áudio', document: 'Documento' }
const KIND_ICONS = { image: Image, video: FileVideo, audio: FileAudio, document: FileText }

const ROW_CLASSES =
  '-mx-1 flex min-h-14 w-[calc(100%+0.5rem)] items-center gap-3 rounded-control px-1 py-1.5 text-left hover:bg-hover'

/** Row of a file. A click on an image opens the gallery; a click on another file opens it in a new tab. */
function FileRow({ file, onOpen }: { file: LeadFile; onOpen: (id: string) => void }) {
  const { kind, attachment, timestamp, message_id } = file
  const [isMissing, setMissing] = useState(false)
  const thumbnailUrl = kind === 'image' && !isMissing ? toSafeUrl(attachment.thumb_url) : null
  const Icon = KIND_ICONS[kind]
  const content = (
    <>
      {thumbnailUrl ? (
        <img
          src={thumbnailUrl}
          alt=""
          loading="lazy"
          onError={() => setMissing(true)}
          className="size-11 shrink-0 rounded-control bg-hover object-cover"
        />
      ) : (
        <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-line bg-surface text-ink-3">
          <Icon aria-hidden="true" className="size-5" />
        </span>
      )}
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-semibold text-ui">
          {stripBidiControls(attachment.filename || (attachment.voice ? 'Mensagem de voz' : KIND_LABELS[kind]))}
        </span>
        <span className="block truncate text-ink-3 text-meta tabular">
          <time dateTime={timestamp}>{formatShortDate(timestamp)}</time>
          {attachment.size ? ` · ${formatFileSize(attachment.size)}` : ''}
        </span>
      </span>
    </>
  )
  if (kind === 'image')
    return (
      <button type="button" aria-haspopup="dialog" className={ROW_CLASSES} onClick={() => onOpen(message_id)}>
        {content}
      </button>
    )
  return (
    <a href={toSafeUrl(attachment.url) ?? undefined} target="_blank" rel="noopener noreferrer" className={ROW_CLASSES}>
      {content}
    </a>
  )
}

/** List of the lead's files, newest first, loaded page by page after the section is expanded. */
function FileList({ leadId, conversationId }: FilesSectionProps) {
  const [kind, setKind] = useState<FileKind | ''>('')
  const [openId, setOpenId] = useState<string | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const list = useInfiniteQuery(leadFilesQuery(leadId, kind))
  const filesVersion = useThreadFilesVersion(leadId, conversationId)
  const { refetch } = list
  const loadedVersion = useRef(filesVersion)
  useEffect(() => {
    // Refetches when a file was added to the conversation or removed from it.
    if (loadedVersion.current !== filesVersion) void refetch()
    loadedVersion.current = filesVersion
  }, [filesVersion, refetch])

  const files = list.data?.pages.flatMap((page) => page.files)
  const isLoaded = files !== undefined
  useEffect(() => {
    // Scrolls the expanded list into view, because the section is the last one of the profile.
    if (isLoaded) container.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded])

  if (!files && list.error) return <LoadError query={list} message="Não foi possível buscar os arquivos." />
  if (!files)
    return (
      <div role="status" aria-label="Carregando arquivos">
        <Skeleton className="h-28" />
      </div>
    )
  if (files.length === 0 && kind === '') return <p className="text-ink-2 text-ui">Nenhum arquivo ainda.</p>
  return (
    <div ref={container}>
      <SelectBox
        aria-label="Tipo de arquivo"
        options={KIND_OPTIONS}
        value={kind}
        onChange={({ target }) => setKind(KIND_OPTIONS.find(({ value }) => value === target.value)?.value ?? '')}
      />
      {files.length === 0 && <p className="mt-3 text-ink-2 text-ui">Nenhum arquivo deste tipo.</p>}
      <ul aria-label="Arquivos" className="mt-2">
        {files.map((file) => (
          <li key={file.message_id}>
            <FileRow file={file} onOpen={setOpenId} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
      {openId !== null && (
        <Suspense>
          <ImageGallery
            images={files.filter((file) => file.kind === 'image').flatMap(toGalleryImages)}
            openId={openId}
            onClose={() => setOpenId(null)}
            container={container.current?.closest<HTMLElement>('[role="dialog"]') ?? null}
          />
        </Suspense>
      )}
    </div>
  )
}

interface FilesSectionProps {
  leadId: string
  conversationId: string
}

/** Section 'Arquivos' of the profile (1-whatsapp, section 4, Gallery). It sends no requests while it is collapsed. */
export default function FilesSection(props: FilesSectionProps) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <section className="border-line border-t">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center justify-between gap-3 text-ink-3 text-meta hover:text-ink"
        >
          Arquivos
          <ChevronDownGlyph className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h3>
      {isOpen && (
        <div id={contentId} className="pb-3">
          <FileList {...props} />
        </div>
      )}
    </section>
  )
}
