/**
 * Problems of skin, eyes, ears and women, infections, tumors and general symptoms. problems.ts describes the format of
 * a row.
 */
export const skinProblems = `
cellulitis | L03.90
abscess = skin abscess | L02.91
eczema = atopic dermatitis | L20.9
psoriasis | L40.9
contact dermatitis | L25.9
seborrheic dermatitis | L21.9
vitiligo | L80
acne = acne vulgaris | L70.9
rosacea | L71.9
urticaria = hives | L50.9
rash = skin rash, rashes, exanthem | R21
pruritus = itching, itchy, itch, itchiness | L29.9
seborrheic keratosis = seborrheic keratoses | L82.1
actinic keratosis = actinic keratoses | L57.0
basal cell carcinoma = bcc | C44.91
squamous cell carcinoma = scc
melanoma | C43.9
nevus = mole, nevi
skin tag | L91.8
skin lesion | L98.9
wart = warts, verruca | B07.9
onychomycosis = toenail fungus | B35.1
tinea pedis = athlete's foot | B35.3
tinea corporis = ringworm | B35.4
impetigo | L01.00
shingles = herpes zoster, zoster | B02.9
postherpetic neuralgia | B02.29
pressure ulcer = decubitus ulcer, pressure injury, bedsore | L89.90
ingrown toenail = ingrown nail | L60.0
alopecia = hair loss | L65.9
hyperhidrosis | R61
night sweats = sweats, sweating, diaphoresis, diaphoretic, sweaty | R61
epidermal cyst = sebaceous cyst, epidermoid cyst | L72.0
cataract | H26.9
nuclear sclerotic cataract = nuclear sclerosis
glaucoma | H40.9
primary open angle glaucoma = open angle glaucoma
macular degeneration = age related macular degeneration
retinal detachment
conjunctivitis = pink eye | H10.9
blepharitis
dry eye syndrome = dry eyes, dry eye, dry eye disease
blurred vision = blurry vision, blurring of vision | H53.8
diplopia = double vision | H53.2
photophobia = light sensitivity, sensitivity to light, sensitive to light | H53.14[129]
vision loss = loss of vision, decreased vision, visual loss, decreased visual acuity, vision changes, visual changes, change in vision, changes in vision, visual disturbance | H54.7
floaters = floater
flashes of light = flashes
eye pain | H57.1[120]
red eye = eye redness, injected conjunctiva, conjunctival injection
corneal abrasion
subconjunctival hemorrhage | H11.3[120]
myopia | H52.1[120]
presbyopia | H52.4
strabismus | H50.9
otitis media = ear infection, middle ear infection, acute otitis media | H66.9[123]
otitis externa = swimmer's ear
ear pain = otalgia, earache | H92.0[129]
ear drainage = otorrhea
hearing loss = decreased hearing, hard of hearing, difficulty hearing | H91.9[120]
tinnitus = ringing in ears, ringing in the ears | H93.1[129]
aural fullness = ear fullness, ear pressure
cerumen impaction = impacted cerumen, ear wax impaction | H61.2[120]
sinusitis = sinus infection | J32.9
acute sinusitis | J01.90
chronic sinusitis | J32.9
allergic rhinitis = hay fever, seasonal allergies, environmental allergies | J30.9
rhinorrhea = runny nose, nasal discharge, nasal drainage | J34.89
epistaxis = nosebleed, nosebleeds, nose bleed | R04.0
deviated septum = deviated nasal septum, septal deviation | J34.2
nasal polyps = nasal polyp | J33.9
sore throat = throat pain, scratchy throat | J02.9
pharyngitis | J02.9
strep pharyngitis = strep throat, streptococcal pharyngitis | J02.0
tonsillitis | J03.90
postnasal drip = post nasal drip | R09.82
hoarseness = hoarse, hoarse voice | R49.0
laryngitis | J04.0
temporomandibular joint disorder = tmj, tmj disorder | M26.60[123]
toothache = dental pain, tooth pain | K08.89
upper respiratory infection = uri, viral upper respiratory infection, common cold, upper respiratory tract infection, head cold, a cold, colds | J06.9
influenza = flu | J11.1
influenza A
COVID-19 = covid, covid 19 infection, covid infection, coronavirus infection | U07.1
long COVID = post covid syndrome | U09.9
viral syndrome = viral illness, viral infection | B34.9
mononucleosis = infectious mononucleosis, mono | B27.90
Lyme disease | A69.20
sepsis = septic, bacteremia, septicemia | A41.9
septic shock | R65.21
shock
HIV = hiv infection, human immunodeficiency virus | B20
herpes simplex = genital herpes, cold sore | B00.9
chlamydia | A74.9
gonorrhea | A54.9
syphilis | A53.9
candidiasis = yeast infection, thrush, oral thrush | B37.9
MRSA infection = MRSA bacteremia
scabies | B86
fever = febrile, fevers, subjective fever, temperature elevation | R50.9
chills = rigors, chill, shaking chills | R68.83
fatigue = tiredness, tired, fatigued, exhaustion, exhausted, low energy, lack of energy, decreased energy | R53.83
malaise | R53.81
lethargy = lethargic, somnolence, somnolent, drowsiness, drowsy, sleepiness, excessive daytime sleepiness, daytime sleepiness | R53.83
edema = leg swelling, swelling of legs, peripheral edema, pitting edema, lower extremity edema, leg edema, ankle swelling, ankle edema, pedal edema, lower extremity swelling | R60.0
pain | R52
chronic pain | G89.29
chronic pain syndrome | G89.4
complex regional pain syndrome = crps, reflex sympathetic dystrophy
anaphylaxis | T78.2XXA
angioedema | T78.3XXA
breast cancer = breast carcinoma | C50.91[129]
prostate cancer = prostate carcinoma, adenocarcinoma of the prostate | C61
lung cancer | C34.9[120]
colon cancer = colorectal cancer | C18.9
rectal cancer | C20
bladder cancer | C67.9
renal cell carcinoma = kidney cancer | C64.[129]
pancreatic cancer | C25.9
ovarian cancer | C56.[129]
cervical cancer | C53.9
endometrial cancer = uterine cancer | C54.1
thyroid cancer = papillary thyroid carcinoma | C73
skin cancer
metastatic disease = metastases, metastasis, metastatic
breast mass = breast lump, lump in breast | N63.0
breast pain = mastalgia, breast tenderness | N64.4
nipple discharge | N64.52
uterine fibroids = fibroids, fibroid, uterine fibroid, leiomyoma, fibroid uterus | D25.9
endometriosis | N80.9
ovarian cyst | N83.20[129]
menorrhagia = heavy menstrual bleeding, heavy periods, heavy menses | N92.0
abnormal uterine bleeding = irregular bleeding | N93.9
vaginal bleeding = spotting | N93.9
irregular periods = irregular menses, irregular menstrual cycles | N92.6
amenorrhea | N91.2
dysmenorrhea = painful periods, menstrual cramps | N94.6
postmenopausal bleeding | N95.0
hot flashes = hot flash, vasomotor symptoms | N95.1
vaginal discharge | N89.8
bacterial vaginosis | N76.0
vaginal dryness = vaginal atrophy | N95.2
pelvic pain | R10.2[120]
dyspareunia = pain with intercourse, painful intercourse | N94.10
infertility
cystocele | N81.10
rectocele | N81.6
pelvic organ prolapse = uterine prolapse, prolapse
pelvic inflammatory disease = pid | N73.9
ectopic pregnancy | O00.90
miscarriage = spontaneous abortion | O03.9
preeclampsia = pre eclampsia | O14.90
gestational hypertension | O13.9
placenta previa
hyperemesis gravidarum = hyperemesis | O21.0
contractions
leakage of fluid = loss of fluid
gynecomastia | N62
`
