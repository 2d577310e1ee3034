import type { SourceModule } from './check-imports.ts'

/**
 * Packages that parse untrusted binary formats or markup. A few hundred bytes can make such a parser loop for days or exhaust memory, so
 * the server loads them in isolated processes only (`apps/server/src/platform/isolated-task`). The first line names the packages in use, the
 * others are known alternatives.
 */
const PARSER_PACKAGES: ReadonlySet<string> = new Set(
  `mediabunny file-type sharp unpdf mammoth yauzl fflate read-excel-file html-to-text
  adm-zip cfb exceljs exifr exif-reader fflate fluent-ffmpeg image-size jimp jszip libheif-js
  mp4box music-metadata node-stream-zip officeparser pdf-lib pdf-parse pdfjs-dist pngjs probe-image-size
  tar tesseract.js unzipper utif2 word-extractor xlsx @zip.js/zip.js`.split(/\s+/),
)

/**
 * Entry module of the server's main process. Isolated processes start from a URL instead of an import, so they are not reached from here.
 */
const MAIN_MODULE = 'apps/server/src/main.ts'

/** Returns an error message for each import through which the server's main process would load a parser, statically or dynamically. */
export function findParserViolations(modules: readonly SourceModule[], main = MAIN_MODULE): string[] {
  const byFile = new Map(modules.map((module) => [module.file, module]))
  const reached = new Map<string, string>([[main, main]])
  const found: string[] = []
  for (const [file, path] of reached) {
    for (const { target, specifier, line, isType } of byFile.get(file)?.imports ?? []) {
      if (isType) continue
      if (target.kind === 'file' && !reached.has(target.path)) reached.set(target.path, `${path} → ${target.path}`)
      if (target.kind === 'package' && PARSER_PACKAGES.has(target.name))
        found.push(
          `${file}:${line} must not import '${specifier}': the server's main process reaches it (${path}); call it by createIsolatedTasks`,
        )
    }
  }
  return found
}
