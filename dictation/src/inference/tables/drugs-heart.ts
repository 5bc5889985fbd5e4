/** Drugs of the heart, the vessels and the blood. drugs.ts describes the format of a row. */
export const heartDrugs = `
# ACE inhibitor
lisinopril (Prinivil, Zestril, Qbrelis) 2.5-40 mg
lisinopril-hydrochlorothiazide (Zestoretic, lisinopril hctz)
enalapril (Vasotec) 2.5-20 mg
enalaprilat 0.625-5 mg
benazepril (Lotensin) 5-40 mg
captopril (Capoten) 6.25-50 mg
ramipril (Altace) 1.25-10 mg
quinapril (Accupril) 5-40 mg
fosinopril (Monopril) 10-40 mg
perindopril (Aceon) 2-16 mg
trandolapril (Mavik) 1-8 mg
moexipril 7.5-30 mg

# angiotensin receptor blocker
losartan (Cozaar) 25-100 mg
losartan-hydrochlorothiazide (Hyzaar)
valsartan (Diovan) 40-320 mg
valsartan-hydrochlorothiazide (Diovan HCT)
irbesartan (Avapro) 75-300 mg
olmesartan (Benicar) 5-40 mg
candesartan (Atacand) 4-32 mg
telmisartan (Micardis) 20-80 mg
azilsartan (Edarbi) 40-80 mg
sacubitril-valsartan (Entresto) 24-200 mg

# beta blocker
metoprolol (Lopressor, metoprolol tartrate) 2.5-200 mg
metoprolol succinate (Toprol, Toprol XL, metoprolol succinate ER, metoprolol XL) 12.5-400 mg
atenolol (Tenormin) 12.5-100 mg
carvedilol (Coreg) 3.125-80 mg
bisoprolol (Zebeta) 1.25-20 mg
nebivolol (Bystolic) 2.5-40 mg
propranolol (Inderal, Inderal LA) 1-160 mg
labetalol (Trandate) 5-400 mg
nadolol (Corgard) 20-160 mg
sotalol (Betapace) 40-240 mg
esmolol (Brevibloc)
timolol (Timoptic)

# calcium channel blocker
amlodipine (Norvasc) 2.5-10 mg
amlodipine-benazepril (Lotrel)
nifedipine (Procardia, Procardia XL, Adalat) 10-90 mg
felodipine (Plendil) 2.5-10 mg
diltiazem (Cardizem, Cardizem CD, Tiazac, Cartia XT) 5-540 mg
verapamil (Calan, Isoptin, Verelan) 2.5-480 mg
nicardipine (Cardene) 20-40 mg
nimodipine 30-60 mg
clevidipine (Cleviprex)

# diuretic
hydrochlorothiazide (HCTZ, Microzide) 12.5-50 mg
chlorthalidone 12.5-100 mg
indapamide 1.25-5 mg
metolazone (Zaroxolyn) 2.5-20 mg
furosemide (Lasix) 10-600 mg
bumetanide (Bumex) 0.5-10 mg
torsemide (Demadex) 5-200 mg
spironolactone (Aldactone) 12.5-200 mg
eplerenone (Inspra) 25-100 mg
triamterene-hydrochlorothiazide (Maxzide, Dyazide)
triamterene 37.5-100 mg
amiloride 5-20 mg
acetazolamide (Diamox) 125-1000 mg
mannitol
finerenone (Kerendia) 10-20 mg

tolvaptan (Samsca)
aliskiren (Tekturna)

# vasodilator
mavacamten (Camzyos)
tafamidis (Vyndaqel)
nesiritide
nitroprusside
alprostadil
hydralazine (Apresoline) 5-100 mg
isosorbide mononitrate (Imdur) 10-240 mg
isosorbide dinitrate (Isordil) 5-40 mg
nitroglycerin (Nitrostat, Nitro-Dur, NTG) 0.1-10 mg
clonidine (Catapres) 0.1-0.6 mg
minoxidil 2.5-40 mg
ranolazine (Ranexa) 500-1000 mg
ivabradine (Corlanor) 2.5-7.5 mg
methyldopa 250-1000 mg
vericiguat (Verquvo)

# alpha blocker
doxazosin (Cardura) 1-16 mg
prazosin (Minipress) 1-15 mg
terazosin (Hytrin) 1-20 mg
tamsulosin (Flomax) 0.4-0.8 mg
alfuzosin (Uroxatral) 10 mg
silodosin (Rapaflo) 4-8 mg

# antiarrhythmic
amiodarone (Pacerone, Cordarone) 100-800 mg
digoxin (Lanoxin) 0.0625-0.5 mg
flecainide (Tambocor) 50-300 mg
propafenone (Rythmol) 150-425 mg
dofetilide (Tikosyn) 125-500 mcg
dronedarone (Multaq) 400 mg
mexiletine 150-300 mg
procainamide
adenosine (Adenocard) 3-12 mg
atropine 0.4-1 mg

# statin
atorvastatin (Lipitor) 10-80 mg
simvastatin (Zocor) 5-80 mg
rosuvastatin (Crestor) 5-40 mg
pravastatin (Pravachol) 10-80 mg
lovastatin (Mevacor) 10-80 mg
pitavastatin (Livalo) 1-4 mg
fluvastatin (Lescol) 20-80 mg

# lipid drug
ezetimibe (Zetia) 10 mg
fenofibrate (Tricor, Trilipix) 40-200 mg
gemfibrozil (Lopid) 600 mg
niacin (Niaspan) 50-2000 mg
colesevelam (Welchol) 625-3750 mg
cholestyramine (Questran) 4-16 g
evolocumab (Repatha) 140-420 mg
alirocumab (Praluent) 75-300 mg
bempedoic acid (Nexletol) 180 mg
icosapent ethyl (Vascepa) 0.5-4 g
fish oil (omega 3, omega 3 fatty acids, Lovaza)

inclisiran (Leqvio)

# anticoagulant
warfarin (Coumadin, Jantoven) 0.5-15 mg
apixaban (Eliquis) 2.5-10 mg
rivaroxaban (Xarelto) 2.5-20 mg
dabigatran (Pradaxa) 75-150 mg
edoxaban (Savaysa) 15-60 mg
heparin (unfractionated heparin) 1000-25000 units
enoxaparin (Lovenox) 20-200 mg
dalteparin (Fragmin) 2500-18000 units
fondaparinux (Arixtra) 2.5-10 mg
argatroban
bivalirudin (Angiomax)

# antiplatelet
clopidogrel (Plavix) 75-600 mg
ticagrelor (Brilinta) 60-180 mg
prasugrel (Effient) 5-60 mg
dipyridamole (Aggrenox) 25-200 mg
cilostazol (Pletal) 50-100 mg
pentoxifylline (Trental) 400 mg

# thrombolytic
alteplase (tPA, Activase)
tenecteplase (TNK, TNKase) 15-50 mg
tranexamic acid (TXA, Lysteda) 500-1950 mg

idarucizumab (Praxbind)
andexanet
aminocaproic acid

# vasopressor
norepinephrine (Levophed)
epinephrine (EpiPen, adrenaline)
phenylephrine
vasopressin
dopamine
dobutamine
milrinone
midodrine 2.5-10 mg
droxidopa (Northera)
`
