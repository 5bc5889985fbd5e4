/** Problems of nerves, mind, bones and joints. problems.ts describes the format of a row. */
export const nerveProblems = `
stroke = cva, cerebrovascular accident, ischemic stroke, cerebral infarction, cerebral infarct | I63.9
hemorrhagic stroke = intracerebral hemorrhage, intracranial hemorrhage, ich, intracranial bleed, brain bleed | I61.9
subarachnoid hemorrhage | I60.9
subdural hematoma = subdural hemorrhage | I62.00
transient ischemic attack = tia | G45.9
cerebral aneurysm = brain aneurysm | I67.1
headache = head pain, headaches, HA | R51.9
tension headache = tension type headache | G44.209
cluster headache | G44.009
medication overuse headache = rebound headache, rebound headaches
migraine = migraine headache, migraines | G43.909
migraine without aura | G43.009
migraine with aura | G43.109
epilepsy = seizure disorder | G40.909
seizure = convulsion, seizure activity, tonic clonic seizure | R56.9
febrile seizure | R56.00
status epilepticus | G40.901
Parkinson disease = Parkinson's disease, parkinson's, parkinsonism | G20.A1
multiple sclerosis | G35.D
Alzheimer disease = Alzheimer's disease, alzheimer's, Alzheimer's dementia | G30.9
dementia | F03.90
vascular dementia | F01.50
mild cognitive impairment = cognitive impairment | G31.84
memory loss = memory problems, forgetfulness, forgetful, memory impairment, short term memory loss, trouble remembering | R41.3
delirium tremens | F10.231
delirium | R41.0
confusion = confused, disorientation, disoriented | R41.0
altered mental status = change in mental status, mental status change, mental status changes | R41.82
encephalopathy | G93.40
meningitis | G03.9
encephalitis | G04.90
amyotrophic lateral sclerosis = als | G12.21
myasthenia gravis | G70.00
Guillain Barre syndrome | G61.0
neuropathy = peripheral neuropathy, polyneuropathy | G62.9
carpal tunnel syndrome = cts, carpal tunnel | G56.0[120]
cubital tunnel syndrome = ulnar neuropathy | G56.2[120]
trigeminal neuralgia | G50.0
Bell palsy = Bell's palsy | G51.0
restless legs syndrome = restless leg syndrome, rls | G25.81
essential tremor | G25.0
tremor = tremors, tremulous, shaking, resting tremor | R25.1
dizziness = dizzy, lightheadedness, lightheaded, light headed, light headedness, giddiness | R42
vertigo = room spinning | R42
benign paroxysmal positional vertigo = bppv, positional vertigo | H81.1[120]
ataxia = ataxic | R27.0
gait instability = unsteady gait, unsteadiness, gait disturbance, imbalance, unsteady, balance problems, loss of balance, abnormal gait, antalgic gait, poor balance, wide based gait | R26.81
aphasia | R47.01
dysarthria = slurred speech, slurring of speech | R47.1
hemiparesis | G81.9[140]
hemiplegia | G81.9[140]
facial droop = facial weakness, facial asymmetry | R29.810
numbness = numb, sensory loss, hypoesthesia, loss of sensation, decreased sensation, reduced sensation, diminished sensation, abnormal sensation | R20.0
tingling = paresthesia, paresthesias, pins and needles | R20.2
focal deficit = focal deficits, focal neurologic deficit, neurologic deficit, focal neurological deficit, neurological deficit
weakness = generalized weakness, weak | R53.1
muscle weakness | M62.81
insomnia = trouble sleeping, difficulty sleeping, sleeplessness, poor sleep, difficulty falling asleep, sleeping poorly, sleep disturbance, trouble falling asleep | G47.00
narcolepsy | G47.419
concussion
traumatic brain injury = tbi
head injury = head trauma, closed head injury | S09.90XA
hydrocephalus | G91.9
depression = depressed, depressive disorder, depressed mood, low mood | F32.A
major depressive disorder = mdd, major depression | F32.9
bipolar disorder = bipolar disease | F31.9
anxiety = anxious, anxiety disorder, nervousness | F41.9
generalized anxiety disorder = gad | F41.1
panic disorder | F41.0
panic attack = panic attacks | F41.0
post traumatic stress disorder = ptsd | F43.10
obsessive compulsive disorder = ocd | F42.9
attention deficit hyperactivity disorder = adhd, attention deficit disorder | F90.9
autism = autism spectrum disorder | F84.0
schizophrenia | F20.9
schizoaffective disorder | F25.9
psychosis = psychotic | F29
adjustment disorder | F43.20
suicide attempt = attempted suicide, suicide attempts
recurrent falls = frequent falls, multiple falls, repeated falls | R29.6
suicidal ideation = suicidal thoughts, suicidality, suicidal, thoughts of self harm, thoughts of suicide | R45.851
homicidal ideation = homicidal thoughts, homicidal | R45.850
hallucinations = hallucination, auditory hallucinations, visual hallucinations | R44.3
delusions = delusion
paranoia = paranoid
irritability = irritable | R45.4
agitation = agitated | R45.1
mania = manic, manic symptoms
anhedonia
hopelessness = hopeless
guilt
alcohol use disorder = alcoholism, alcohol dependence, alcohol abuse, alcohol withdrawal | F10.20
opioid use disorder = opioid dependence | F11.20
substance use disorder = substance abuse, drug abuse
tobacco use disorder = nicotine dependence, tobacco dependence | F17.200
anorexia nervosa | F50.00
bulimia
eating disorder
back pain = backache, dorsalgia | M54.9
low back pain = lower back pain, lumbar pain, lumbago | M54.50
neck pain = cervicalgia | M54.2
neck stiffness = stiff neck, nuchal rigidity | M43.6
sciatica | M54.3[120]
lumbar radiculopathy | M54.16
cervical radiculopathy | M54.12
radiculopathy = radicular pain, radicular symptoms | M54.10
lumbar spinal stenosis | M48.061
spinal stenosis = stenosis | M48.00
herniated disc = disc herniation, herniated disk, disk herniation, lumbar disc herniation, bulging disc, disc bulge
degenerative disc disease = degenerative disk disease, ddd
spondylosis | M47.9
spondylolisthesis | M43.10
scoliosis | M41.9
kyphosis | M40.209
knee pain = pain in knee | M25.56[129]
hip pain = pain in hip | M25.55[129]
shoulder pain = pain in shoulder | M25.51[129]
ankle pain | M25.57[129]
elbow pain | M25.52[129]
wrist pain | M25.53[129]
hand pain | M79.64[123]
foot pain = heel pain | M79.67[123]
leg pain = calf pain, lower extremity pain | M79.60[456]
joint pain = arthralgia, arthralgias, joint pains | M25.50
osteoarthritis = degenerative joint disease, djd, degenerative arthritis, OA, degenerative changes | M19.90
osteoarthritis of the knee = knee osteoarthritis, knee arthritis | M17.[109]
arthritis | M19.90
rheumatoid arthritis | M06.9
psoriatic arthritis | L40.50
gout = gouty arthritis, acute gout, gout flare | M10.9
pseudogout
septic arthritis | M00.9
systemic lupus erythematosus = lupus, sle | M32.9
Sjogren syndrome = Sjogren's syndrome | M35.00
ankylosing spondylitis | M45.9
polymyalgia rheumatica = pmr | M35.3
giant cell arteritis = temporal arteritis | M31.6
fibromyalgia | M79.7
myalgia = myalgias, muscle aches, muscle pain, muscle ache, body aches, body ache, muscle soreness | M79.10
muscle spasm = muscle spasms, spasm, muscle cramps, leg cramps, muscle cramp, spasms | M62.838
osteoporosis | M81.0
osteopenia
plantar fasciitis | M72.2
rotator cuff tear
rotator cuff tendinitis = rotator cuff tendonitis
adhesive capsulitis = frozen shoulder | M75.0[120]
shoulder impingement = impingement syndrome, impingement, subacromial impingement | M75.4[120]
lateral epicondylitis = tennis elbow | M77.1[120]
medial epicondylitis = golfer's elbow | M77.0[120]
trigger finger | M65.30
de Quervain tenosynovitis = de Quervain's tenosynovitis | M65.4
ganglion cyst | M67.40
meniscus tear = meniscal tear, torn meniscus, medial meniscus tear, lateral meniscus tear
ACL tear = anterior cruciate ligament tear, torn acl, acl rupture
bursitis = trochanteric bursitis
tendinitis = tendonitis
Achilles tendinitis = Achilles tendonitis | M76.6[120]
ankle sprain = sprained ankle | S93.40[129]A
hip fracture
distal radius fracture
compression fracture
rib fracture = broken rib
osteomyelitis | M86.9
hammertoe | M20.4[120]
bunion = hallux valgus | M20.1[120]
joint swelling = joint effusion, swollen joint, swollen joints
morning stiffness
`
