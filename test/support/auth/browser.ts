/** A real browser: the one named by CHROMIUM_BIN, else that of a development package. */
import chromium from '@sparticuz/chromium'
import puppeteer from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'
import type { Test } from 'tap'

/** Opens a headless browser that accepts any certificate; it closes with the test. */
export async function openBrowser(t: Test): Promise<Browser> {
  const given = process.env['CHROMIUM_BIN']
  const browser = await puppeteer.launch({
    executablePath: given === undefined || given === '' ? await chromium.executablePath() : given,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: 'shell',
    acceptInsecureCerts: true,
  })
  t.teardown(async () => {
    await browser.close()
  })
  return browser
}
