import type { Page } from '@playwright/test'

/** Selector of controls, except the media players that the browser draws. */
const CONTROL_SELECTOR =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=menuitemradio], [role=option], [role=separator][tabindex]'

/**
 * Returns the controls of the page, or of one part, whose clickable area is smaller than `least` px in a direction. The area includes the
 * own box, a label and any enlarged hit area. Links within a sentence may be as high as their line (WCAG 2.5.8). Disabled controls and
 * those visible only on keyboard focus are skipped.
 */
export const findSmallTargets = (page: Page, least: number, within = 'body'): Promise<string[]> =>
  page.evaluate(
    ({ selector, least, within }) => {
      const part = document.querySelector(within)
      if (!part) throw new Error(`There is no ${within}`)
      const labelsOf = (control: Element) => [...((control as HTMLInputElement).labels ?? [])]
      /** Returns the control's own box, or its label's if the label draws it. */
      const boxOf = (control: Element) =>
        [control, ...labelsOf(control)]
          .map((one) => one.getClientRects()[0] ?? new DOMRect())
          .find(({ width, height }) => width > 1 && height > 1) ?? new DOMRect()
      const isHit = (control: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        // A point that another open layer covers counts as hit, because it is uncovered when the layer closes.
        if (hit?.closest('[data-open][data-side]')?.contains(control) === false) return true
        return hit !== null && (control.contains(hit) || labelsOf(control).some((label) => label.contains(hit)))
      }
      /** Returns the length of the line through the point, horizontal or vertical, on which a click still hits the control. */
      const reach = (control: Element, x: number, y: number, across: boolean) => {
        const far = (step: number) => {
          let at = 0
          while (Math.abs(at) < least && isHit(control, across ? x + at + step : x, across ? y : y + at + step)) at += step
          return Math.abs(at)
        }
        return far(0.5) + far(-0.5)
      }
      const inSentence = (control: Element) =>
        control.matches('a') &&
        getComputedStyle(control).display === 'inline' &&
        [...(control.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim() !== '')
      const nameOf = (control: Element) =>
        control.getAttribute('aria-label') ||
        labelsOf(control)[0]?.textContent?.trim() ||
        control.textContent?.trim() ||
        control.getAttribute('title') ||
        control.outerHTML.slice(0, 80)
      const isShown = (control: Element) =>
        control.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        !control.closest('[inert], [aria-hidden=true], :disabled, [aria-disabled=true], a.sr-only') &&
        boxOf(control).width > 1
      const found = [...part.querySelectorAll(selector)].filter((one) => isShown(one) && !inSentence(one))
      if (found.length === 0) throw new Error(`Nothing in ${within} can be pressed`)
      return found.flatMap((control) => {
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const box = boxOf(control)
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        const name = `${control.tagName.toLowerCase()} '${nameOf(control).slice(0, 40)}'`
        // Skips controls that an open layer covers until it closes.
        if (document.elementFromPoint(x, y)?.closest('[data-open][data-side]')?.contains(control) === false) return []
        if (!isHit(control, x, y)) return [`${name} is covered`]
        const [width, height] = [reach(control, x, y, true), reach(control, x, y, false)]
        return Math.min(width, height) < least - 1 ? [`${name} is ${width} × ${height}`] : []
      })
    },
    { selector: CONTROL_SELECTOR, least, within },
  )
