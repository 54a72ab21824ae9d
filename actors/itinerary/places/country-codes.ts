/** The codes of ISO 3166-1, and which countries belong together. */

/** Each country's code of three letters, followed by that of two. */
const CODES = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT
  AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO
  BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG
  COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO
  DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB
  GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY
  HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT
  JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY
  LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH
  MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA
  NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE
  PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA
  SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR
  SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO
  TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG
  VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW XKXXK
`
  .trim()
  .split(/\s+/)

/** From the code of three letters to that of two. */
export const ALPHA_2_OF: ReadonlyMap<string, string> = new Map(
  CODES.map((pair): [string, string] => [pair.slice(0, 3), pair.slice(3)]),
)

export const COUNTRY_CODES: ReadonlySet<string> = new Set(ALPHA_2_OF.values())

/** Territories with a code of their own, which addresses write as the country that they belong to. */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  AU: ['CC', 'CX', 'NF'],
  CN: ['HK', 'MO'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['AI', 'BM', 'FK', 'GG', 'GI', 'IM', 'JE', 'KY', 'MS', 'SH', 'TC', 'VG'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  NZ: ['CK', 'NU', 'TK'],
  RS: ['XK'],
  US: ['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
}

/** Airports that lie in one country and serve the next one by a gate of its own. */
const SHARED_AIRPORTS: Readonly<Record<string, readonly string[]>> = {
  BSL: ['CH', 'DE', 'FR'],
  EAP: ['CH', 'DE', 'FR'],
  GVA: ['CH', 'FR'],
  MLH: ['CH', 'DE', 'FR'],
}

/** True if a place is in the country of this code, or in a territory of it. */
export function isInCountry(
  { country, iata }: { country: string | null; iata?: string | null },
  code: string,
): boolean {
  if (country === null) return false
  if (country === code || TERRITORIES[code]?.includes(country) === true) return true
  return iata != null && SHARED_AIRPORTS[iata]?.includes(code) === true
}
