/** Problems of the heart, vessels, lungs and blood. problems.ts describes the format of a row. */
export const chestProblems = `
hypertension = high blood pressure, htn, essential hypertension, elevated blood pressure, arterial hypertension, systemic hypertension | I10
hypertensive emergency | I16.1
hypertensive urgency | I16.0
pulmonary hypertension | I27.20
portal hypertension | K76.6
hypotension = low blood pressure | I95.9
orthostatic hypotension = orthostasis | I95.1
coronary artery disease = cad, coronary disease, coronary heart disease, ischemic heart disease, coronary atherosclerosis | I25.10
myocardial infarction = heart attack, acute myocardial infarction, MI, AMI | I21.9
old myocardial infarction = prior myocardial infarction | I25.2
non ST elevation myocardial infarction = nstemi, non ST segment elevation myocardial infarction | I21.4
ST elevation myocardial infarction = stemi, ST segment elevation myocardial infarction | I21.3
acute coronary syndrome = acs | I24.9
unstable angina | I20.0
angina = angina pectoris, stable angina, exertional angina | I20.9
heart failure = congestive heart failure, chf, hf, cardiac failure | I50.9
systolic heart failure = heart failure with reduced ejection fraction, hfref | I50.20
diastolic heart failure = heart failure with preserved ejection fraction, hfpef | I50.30
cardiomyopathy = ischemic cardiomyopathy, dilated cardiomyopathy | I42.9
hypertrophic cardiomyopathy | I42.2
atrial fibrillation = afib, a fib, AF, rapid atrial fibrillation, atrial fibrillation with rapid ventricular response | I48.91
paroxysmal atrial fibrillation | I48.0
persistent atrial fibrillation | I48.19
permanent atrial fibrillation | I48.21
atrial flutter | I48.92
supraventricular tachycardia = svt | I47.10
ventricular tachycardia = vt, v tach | I47.20
ventricular fibrillation | I49.01
cardiac arrest | I46.9
premature ventricular contraction = pvc | I49.3
sick sinus syndrome | I49.5
complete heart block = third degree heart block | I44.2
heart block | I45.9
left bundle branch block = lbbb | I44.7
right bundle branch block = rbbb | I45.10
bundle branch block | I45.4
arrhythmia = cardiac arrhythmia, dysrhythmia | I49.9
irregular heartbeat = irregular rhythm, irregularly irregular rhythm, irregularly irregular | I49.9
palpitations = palpitation | R00.2
tachycardia = tachycardic, sinus tachycardia, rapid heart rate, fast heart rate | R00.0
bradycardia = bradycardic, sinus bradycardia, slow heart rate | R00.1
aortic stenosis = calcific aortic stenosis | I35.0
aortic regurgitation = aortic insufficiency | I35.1
mitral regurgitation = mitral insufficiency | I34.0
mitral stenosis | I05.0
mitral valve prolapse | I34.1
tricuspid regurgitation | I36.1
endocarditis | I38
pericarditis | I31.9
pericardial effusion | I31.39
cardiac tamponade = tamponade | I31.4
myocarditis | I51.4
left ventricular hypertrophy = lvh | I51.7
cardiomegaly = enlarged heart | I51.7
patent foramen ovale = pfo | Q21.12
atrial septal defect | Q21.10
ventricular septal defect | Q21.0
aortic aneurysm | I71.9
abdominal aortic aneurysm = aaa | I71.40
aortic dissection | I71.00
peripheral artery disease = peripheral arterial disease, PAD, peripheral vascular disease, pvd | I73.9
carotid stenosis = carotid artery stenosis, carotid artery disease | I65.2[129]
deep vein thrombosis = dvt, deep venous thrombosis | I82.40[129]
superficial thrombophlebitis = thrombophlebitis | I80.9
pulmonary embolism = pulmonary embolus, pulmonary emboli, PE | I26.99
venous insufficiency = chronic venous insufficiency | I87.2
varicose vein | I83.90
claudication = intermittent claudication | I73.9
Raynaud phenomenon = Raynaud's phenomenon, Raynaud's, Raynaud's disease | I73.00
lymphedema | I89.0
hyperlipidemia = hld, high cholesterol, dyslipidemia, elevated cholesterol, elevated lipids | E78.5
hypercholesterolemia | E78.00
hypertriglyceridemia | E78.1
mixed hyperlipidemia | E78.2
syncope = fainting, passing out, passed out, loss of consciousness, fainted, syncopal episode, lost consciousness, blacking out, blacked out | R55
presyncope = near syncope, pre syncope | R55
atherosclerosis = atherosclerotic disease | I70.90
chest pain = chest discomfort, pain in chest, CP | R07.9
pleuritic chest pain | R07.81
chest pressure = chest tightness, chest heaviness, tightness in chest, pressure in chest | R07.89
murmur = heart murmur, systolic murmur, diastolic murmur, ejection murmur, systolic ejection murmur | R01.1
gallop = s3 gallop, s4 gallop
rub = pericardial rub, friction rub
jugular venous distention = jvd, jugular venous distension
asthma = reactive airway disease, bronchial asthma | J45.909
asthma exacerbation = asthma attack, acute asthma exacerbation | J45.901
chronic obstructive pulmonary disease = copd, chronic obstructive lung disease | J44.9
copd exacerbation = acute exacerbation of copd, acute copd exacerbation | J44.1
emphysema | J43.9
chronic bronchitis | J42
bronchitis | J40
acute bronchitis | J20.9
bronchiolitis | J21.9
RSV bronchiolitis | J21.0
bronchiectasis | J47.9
bronchospasm | J98.01
pneumonia = community acquired pneumonia, lobar pneumonia, bacterial pneumonia, walking pneumonia | J18.9
aspiration pneumonia | J69.0
viral pneumonia | J12.9
pneumonitis
interstitial lung disease = ild | J84.9
pulmonary fibrosis | J84.10
idiopathic pulmonary fibrosis | J84.112
pneumothorax | J93.9
pleural effusion = pleural fluid | J90
hemothorax | J94.2
pulmonary edema | J81.1
atelectasis | J98.11
pulmonary nodule = lung nodule | R91.1
respiratory failure | J96.90
acute respiratory failure | J96.00
acute hypoxic respiratory failure = acute hypoxemic respiratory failure | J96.01
acute respiratory distress syndrome = ards | J80
respiratory distress | R06.03
hypoxia = hypoxemia, hypoxic, hypoxemic | R09.02
obstructive sleep apnea = osa, sleep apnea | G47.33
croup | J05.0
sarcoidosis | D86.9
cystic fibrosis | E84.9
tuberculosis = tb | A15.9
cough = coughing, coughs, dry cough, productive cough, nonproductive cough | R05.9
chronic cough | R05.3
shortness of breath = SOB, breathlessness, trouble breathing, difficulty breathing, short of breath | R06.02
dyspnea = dyspneic, dyspnea on exertion, exertional dyspnea, shortness of breath on exertion, dyspnea at rest | R06.00
orthopnea | R06.01
paroxysmal nocturnal dyspnea = pnd | R06.00
wheezing = wheeze, wheezes, expiratory wheezes, expiratory wheezing, wheezy | R06.2
tachypnea = tachypneic | R06.82
stridor | R06.1
hemoptysis = coughing up blood, coughing blood | R04.2
snoring | R06.83
sputum production = sputum, productive sputum | R09.3
apnea | R06.81
crackles = crackle, rales
rhonchi
retractions = intercostal retractions
myxedema
anasarca | R60.1
blood clot = blood clots, clot
congestion = nasal congestion, chest congestion, sinus congestion, congested, stuffy nose | R09.81
anemia = anemic | D64.9
iron deficiency anemia | D50.9
iron deficiency = low iron | E61.1
anemia of chronic kidney disease | D63.1
anemia of chronic disease | D63.8
pernicious anemia | D51.0
hemolytic anemia | D58.9
sickle cell disease = sickle cell anemia | D57.1
thalassemia | D56.9
thrombocytopenia = low platelets | D69.6
neutropenia | D70.9
febrile neutropenia = neutropenic fever | D70.9
pancytopenia | D61.818
leukocytosis = elevated white count, elevated white blood cell count, elevated wbc, high white count | D72.829
leukopenia | D72.819
heparin induced thrombocytopenia = HIT | D75.829
antiphospholipid syndrome = antiphospholipid antibody syndrome | D68.61
idiopathic thrombocytopenic purpura = ITP, immune thrombocytopenia | D69.3
thrombocytosis | D75.839
polycythemia | D75.1
hemophilia | D66
von Willebrand disease | D68.00
coagulopathy | D68.9
factor V Leiden | D68.51
leukemia
chronic lymphocytic leukemia = cll | C91.10
lymphoma | C85.90
Hodgkin lymphoma | C81.90
multiple myeloma | C90.00
lymphadenopathy = swollen glands, swollen lymph nodes, enlarged lymph nodes, swollen nodes, adenopathy, cervical lymphadenopathy | R59.1
easy bruising
`
